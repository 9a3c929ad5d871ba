import { useStoredSettings, useStoreSetting } from './api.ts'
import { isSameStart, startPageAt, storedStartPage, type StartPage } from './start-page.ts'

/** Whether the page at `path` is the one that opens first, and making it so. What was never stored is the default project. */
export function useStartPageAt(path: string): { isStart: boolean; choose: () => void } {
  const { data = {} } = useStoredSettings()
  const store = useStoreSetting()
  const here = startPageAt(path, data.defaultProject)
  const now = storedStartPage(data) ?? { type: 'newProject', uri: '' }
  const choose = () => {
    store('defaultStartupType', here.type)
    store('defaultStartupUri', here.uri)
  }
  return { isStart: isSameStart(here, now), choose }
}

/** The stored start page: undefined until it is known, null when none is stored or one's settings could not be read. */
export function useStoredStartPage(): StartPage | null | undefined {
  const { data, isError } = useStoredSettings()
  if (data) return storedStartPage(data) ?? null
  return isError ? null : undefined
}
