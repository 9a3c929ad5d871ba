import { DATASOURCE_STATUS, LIVE } from '@polylogue/contract/browser'
import { lazyView } from '#lib/load-code.ts'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import type { ItemKind } from '#features/items/index.ts'

export const datasourceKind: ItemKind = {
  noun: 'datasources',
  needs: 'can_use_datasources',
  list: { icon: 'database', failed: { status: DATASOURCE_STATUS.failed } },
  Section: lazyView(async () => (await import('./list/list.tsx')).DatasourceSection),
  dialogs: {
    further: ['use'],
    View: lazyDialog(async () => (await import('./dialogs.tsx')).DatasourceDialogs),
  },
  // Each of many documents that are indexed causes two events, and lists of them are long.
  live: { codes: [LIVE.datasources, LIVE.media], gapMs: 1_500 },
}
