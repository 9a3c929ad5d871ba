import { useTranslation } from '#lib/texts.ts'
import type { Column } from '#ui/table.tsx'

/** On a narrow screen, states and numbers are below the name. */
export function useColumns(narrow: boolean): Column[] {
  const { t } = useTranslation('datasources')
  const name = { id: 'name', name: t('table.name') }
  const actions = { id: 'actions', name: t('table.actions'), quiet: true, width: narrow ? 48 : 44, end: true }
  if (narrow) return [name, actions]
  return [
    name,
    { id: 'state', name: t('table.state'), width: 132 },
    { id: 'pages', name: t('table.pages'), width: 80, end: true },
    { id: 'passages', name: t('table.passages'), width: 92, end: true },
    { id: 'characters', name: t('table.characters'), width: 104, end: true },
    { id: 'language', name: t('table.language'), width: 112 },
    actions,
  ]
}
