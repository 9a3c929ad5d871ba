export { createReader } from './reading.ts'
export { SharedPage } from './shared-page.tsx'
