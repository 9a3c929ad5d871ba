import type { Project, Tab } from '@polylogue/contract'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '#lib/api.ts'
import { canWrite } from '#lib/can.ts'
import { choiceOf, firstChoice, GUIDE, useModels, type ModelChoice } from '#features/models/index.ts'
import { useChosenProject, useShownProject, type ChosenPlace } from '#features/projects/index.ts'
import { useStoredSettings } from '#features/settings/index.ts'
import { tabsQuery, useShownTab } from '#features/tabs/index.ts'

export interface Place {
  /** Undefined when the page shows a project that the user may write: the prompt is asked there. */
  chosen: ChosenPlace | undefined
  choose: (place: ChosenPlace) => void
  /** The project of the page that the user may only read. */
  readOnly: Project | undefined
  /** The project in which it is asked; undefined for a new chat, and while none is chosen. */
  project: Project | undefined
  tabs: readonly Tab[]
  /** The model that a question there has. */
  model: ModelChoice
}

/** Returns where a prompt is asked: in the project of the page, or where the user chooses. */
export function usePlace(): Place {
  const api = useApi()
  const shown = useShownProject()
  const isHere = shown !== undefined && canWrite(shown)
  const { place, setPlace, project } = useChosenProject(isHere ? shown : undefined)
  const list = useQuery({ ...tabsQuery(api, project?.id ?? 0), enabled: project !== undefined })
  const tabs = project && list.data ? list.data : []
  const ofNewChat = useModelOfNewChat()
  const tab = useShownTab(isHere ? tabs : undefined) ?? project
  return {
    chosen: isHere ? undefined : place,
    choose: setPlace,
    readOnly: isHere ? undefined : shown,
    project,
    tabs,
    model: tab ? choiceOf(tab) : ofNewChat,
  }
}

function useModelOfNewChat(): ModelChoice {
  const { data: models } = useModels()
  const { data: stored } = useStoredSettings()
  return models ? firstChoice(models, Number(stored?.defaultStartupModelId)) : GUIDE
}
