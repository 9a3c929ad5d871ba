export { Live } from './live.tsx'
