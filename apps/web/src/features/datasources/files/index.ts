export { FilesAsSource } from './files-as-source.tsx'
