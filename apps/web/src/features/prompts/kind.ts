import { LIVE } from '@polylogue/contract/browser'
import { lazyView } from '#lib/load-code.ts'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import type { ItemKind } from '#features/items/index.ts'

export const promptKind: ItemKind = {
  noun: 'prompts',
  needs: 'can_use_prompts',
  plugin: 'prompt-repository',
  list: { icon: 'books', addIcon: 'bookmark-plus' },
  Section: lazyView(async () => (await import('./list/list.tsx')).PromptSection),
  dialogs: {
    further: ['execute', 'versions'],
    opensAlone: true,
    View: lazyDialog(async () => (await import('./dialogs.tsx')).PromptDialogs),
  },
  live: { codes: [LIVE.prompts], hasHandler: true },
}
