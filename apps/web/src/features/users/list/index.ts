export { useUserCount } from './use-user-count.ts'
