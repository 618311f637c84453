; Headings become sections; text before the first one, and front matter, belong to the file.
[(atx_heading) (setext_heading)] @definition.section

; The grammar nests sections by ATX headings only, so nesting is computed from the headings' levels instead.
(section) @local.scope

[(minus_metadata) (plus_metadata)] @definition.annotation
