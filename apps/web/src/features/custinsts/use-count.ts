import { useCustInsts } from './list-api.ts'
import { useCanUseCustInsts } from './permission.ts'

/** Returns the number of custom instructions that the user can read; undefined without the permission and while loading. */
export const useCustInstCount = (): number | undefined =>
  useCustInsts(useCanUseCustInsts() ?? false).data?.length
