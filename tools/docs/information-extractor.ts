/**
 * What n8n's Information Extractor (version 1.2, its code read in n8n 2.41.1) and AI → Extract do, side
 * by side. Facts only: the Information Extractor was read, not run.
 */
export const comparisonTable = `
## n8n’s Information Extractor beside this operation

The left column was read in the code of n8n’s Information Extractor node (version 1.2, n8n 2.41.1). It was not run for this page: it needs a
chat model of your own, so its values would compare models, not nodes.

| | Information Extractor | AI → Extract |
| --- | --- | --- |
| Model | any chat model that you connect, with its own credentials and costs | the one that you name, or a default one, by the API of your instance |
| Input | one text | text; texts and text files mixed, charset found; other files by a template; JSON |
| Ways to name fields | attribute list, JSON example, JSON Schema | field list, JSON example, JSON Schema, the API’s own JSON |
| Types in the list | boolean, date, number, string | those, integer, list (with a type of its elements), object, any other by name; allowed values |
| Structure per item | read from the first item, used for all | read for each item, also from expressions |
| Null | refused by the check of the answer (n8n-io/n8n #15936) | passes |
| List into items | not by itself; another node behind it can | Split Out Field, lists inside objects too |
| Which input an item came from | the node sets no link; n8n links by position | linked, also when one input becomes several items |
| Output | under \`output\` | at the top level; input fields beside them if you like |
| Missing fields | optional ones may be missing; for others the model is asked to mend its answer, then the item fails | your choice: null, left out, or the item fails and keeps what arrived |
| Types of values | as the model gave them, checked against the schema | converted where that is certain, what stays is named |
| Sent twice by Retry On Fail | yes: all items run again, nothing is kept | no, what succeeded is kept |
| Look before it is sent | no | Show Request |
| As an agent’s tool | no | yes |
| Who checks the answer | the node, against the schema | the API documents a structured output of the model; the node checks that no field is missing |
| Prompt | the system prompt can be edited | instructions; nothing more is documented |

Take the Information Extractor when you want a model of your own choice or its system prompt; take this operation for what the platform offers.
`.trim();
