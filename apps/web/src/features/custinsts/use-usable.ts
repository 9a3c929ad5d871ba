import { useCustInsts } from './list-api.ts'
import { idsIn, knownOf, type Using } from './choice.ts'
import { usePermission } from '#features/session/index.ts'

/**
 * Returns the instructions that the user may use, with 0 for the others; undefined until that is known. When the list cannot
 * be loaded, all stay: the server checks them again.
 */
export function useUsableCustInsts({ custInstWhoId, custInstRespondId }: Using): Using | undefined {
  const wanted = { custInstWhoId, custInstRespondId }
  const isAny = idsIn(wanted).length > 0
  const may = usePermission('can_use_custinsts')
  const { data, isError } = useCustInsts(isAny && may === true)
  if (!isAny) return wanted
  if (may === false) return knownOf(wanted, [])
  if (data) return knownOf(wanted, data)
  return isError ? wanted : undefined
}
