export { FilesAsSource, RefusedAsSource } from './files-as-source.tsx'
