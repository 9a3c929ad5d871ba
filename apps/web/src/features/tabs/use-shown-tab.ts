import type { Tab } from '@polylogue/contract'
import { useSearchParams } from 'react-router'

/** Returns the tab that the project's page shows: the one in the address, else the first. For dialogs of the page. */
export function useShownTab(tabs: readonly Tab[] | undefined): Tab | undefined {
  const [params] = useSearchParams()
  const named = Number(params.get('tab'))
  return tabs?.find(({ id }) => id === named) ?? tabs?.[0]
}
