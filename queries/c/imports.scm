(preproc_include) @import.include
