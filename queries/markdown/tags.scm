; Headings become sections. Text before the first heading belongs to the file.
[(atx_heading) (setext_heading)] @definition.section

; The grammar nests sections by ATX headings only, so the lowering computes the nesting from the levels of the headings.
(section) @local.scope

; Front matter, which belongs to the file.
[(minus_metadata) (plus_metadata)] @definition.annotation
