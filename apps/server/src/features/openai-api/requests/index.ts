// Reads what the requests of several calls have in common.
export { isSet, refuseUnsupported, type AnswerRequest, type Unsupported } from './answer-request.ts'
export { addUp, contentOf, newReading, pictureOf, textOf, type Picture, type Reading } from './content.ts'
export { readOptions, readPenalties } from './options.ts'
export { fieldsOf, flagOf, isFields, nameOf, refusal, type Fields } from './refusal.ts'
export { readResponseFormat, readTools, readToolChoice } from './tools.ts'
