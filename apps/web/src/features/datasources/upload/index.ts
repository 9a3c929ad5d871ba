export { ACCEPT, filesOfDrop, sortFiles, typeOf, type RefusedFile } from './files.ts'
export { useUploads, useUploadsOf } from './use-uploads.ts'
export type { Upload } from './uploads.ts'
