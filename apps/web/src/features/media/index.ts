// Documents of data sources: their states, what people do with one, and their upload.
export { useAsMedium, useIndexFailed, useMediaText, useRemoveMedia } from './api.ts'
export { CancelAll } from './cancel-all.tsx'
export { canOpen, isDue, isUnfinished, remarkOf, nameOf, valuesOf } from './media-state.ts'
export { IndexFailed } from './index-failed.tsx'
export { MediaMenu, RemoveMedia } from './media-menu.tsx'
export { ReadAs } from './read-as.tsx'
export { RefreshField } from './refresh-field.tsx'
export { RefreshLine } from './refresh-line.tsx'
export { MediaStatus, StatusSign } from './status.tsx'
export {
  FileButton,
  Refused,
  sortFiles,
  typeOf,
  useDropZone,
  usePageDrop,
  useSortedFiles,
  useUploads,
  useUploadsOf,
  type Upload,
} from './upload/index.ts'
export { UploadRemark, UploadSign } from './upload-sign.tsx'
export { useFailure } from './use-failure.ts'
export { useNow } from './use-now.ts'
