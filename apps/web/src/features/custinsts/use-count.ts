import { useCustInsts } from './list-api.ts'
import { usePermission } from '../session/index.ts'

/** Returns the number of custom instructions that the user can read; undefined without the permission and while loading. */
export const useCustInstCount = (): number | undefined =>
  useCustInsts(usePermission('can_use_custinsts') ?? false).data?.length
