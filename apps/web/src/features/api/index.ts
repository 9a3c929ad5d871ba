export { ApiViewer } from './api-viewer.tsx'
