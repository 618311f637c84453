; Node kinds that only the JavaScript grammar has. All others are in the files of TypeScript.
(field_definition) @definition.field
(using_declaration) @definition.variable
