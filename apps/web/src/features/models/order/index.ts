export { ModelOrder } from './model-order.tsx'
