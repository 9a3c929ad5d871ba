import type { CustInst } from '@polylogue/contract'
import { LIVE } from '@polylogue/contract/browser'
import { lazyView } from '#lib/load-code.ts'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import type { ItemKind } from '#features/items/index.ts'
import { custInstKeys, fetchCustInsts } from './list-api.ts'

export const custInstKind: ItemKind = {
  noun: 'custinsts',
  needs: 'can_use_custinsts',
  list: {
    icon: 'list-details',
    // The list is not paged: all of it is fetched and cached once.
    count: {
      queryKey: custInstKeys.all,
      fetch: fetchCustInsts,
      of: (all: readonly CustInst[]) => all.length,
    },
  },
  Section: lazyView(async () => (await import('./list.tsx')).CustInstSection),
  dialogs: { View: lazyDialog(async () => (await import('./dialogs.tsx')).CustInstDialogs) },
  live: { codes: [LIVE.instructions] },
}
