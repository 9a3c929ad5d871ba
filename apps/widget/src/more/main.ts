// The second script, which a widget loads with its first question.
export { extrasOf } from './extras.ts'
export { headOf } from './head.ts'
export { ended } from './sound.ts'
export { default as css } from './more.css?inline'
