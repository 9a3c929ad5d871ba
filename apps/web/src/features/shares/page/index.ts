export { Reader } from './reading.ts'
export { SharedPage } from './shared-page.tsx'
