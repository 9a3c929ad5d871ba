export { Composer } from './composer.tsx'
export { createFiller, FillerContext } from './filler.ts'
export { ReadOnly } from './read-only.tsx'
export { useAutosize } from './use-autosize.ts'
