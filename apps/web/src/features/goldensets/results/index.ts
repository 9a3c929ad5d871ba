export { goldenRunPage } from './run-page.tsx'
