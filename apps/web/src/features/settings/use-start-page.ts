import { useStoredSettings, useStoreSetting } from './api.ts'
import { isSameStart, startPageAt, storedStartPage, type StartPage } from './start-page.ts'

/** Returns whether `path` is the start page, and a function that makes it so. The default is the default project. */
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

/** Returns the stored start page; undefined while loading, null when none is stored or the settings could not be loaded. */
export function useStoredStartPage(): StartPage | null | undefined {
  const { data, isError } = useStoredSettings()
  if (data) return storedStartPage(data) ?? null
  return isError ? null : undefined
}
