import type { Project, PromptOptionValues, SavedPrompt, Tab } from '@polylogue/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useApi } from '../../../lib/api.ts'
import { useErrorMessage } from '../../../lib/problem.ts'
import { useTranslation } from '../../../lib/texts.ts'
import { useAskIn, useNameFromPrompt, useRunStore } from '../../conversation/index.ts'
import { findModel, findTag, useModels, type ModelChoice } from '../../models/index.ts'
import { tabsQuery, useAddTab } from '../../tabs/index.ts'
import { refetchPrompts } from '../api.ts'
import { ClipboardRefused, type Fill } from './use-fill.ts'

interface Wanted {
  fill: Fill
  choice: ModelChoice
  /** The custom instructions of the tab; 0 for none. */
  instructions: Pick<Tab, 'custInstWhoId' | 'custInstRespondId'>
  tabName: string
}

/**
 * Creates a tab, asks the filled prompt in it and opens it. After a failure the next attempt uses the same tab. The first
 * question of a new chat names it.
 */
export function useExecute(project: Project | undefined, prompt: SavedPrompt) {
  const { t } = useTranslation('prompts')
  const errorMessage = useErrorMessage()
  const [, setParams] = useSearchParams()
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const tabFor = useTabFor(project, prompt)
  const ask = useAskIn(useRunStore())
  const name = useNameFromPrompt(project, useTabsOf(project))
  const { data: models } = useModels()
  const cache = useQueryClient()

  const execute = async (wanted: Wanted) => {
    const text = await wanted.fill.finish()
    const tab = await tabFor(wanted)
    const { choice } = wanted
    const rename = name(text)
    const asked = {
      text,
      attachments: [],
      ...choice,
      modelName: findModel(models, choice.modelId)?.name ?? '',
      modelTagName: findTag(models, choice)?.name ?? '',
      replacesQueryId: undefined,
    }
    await ask({ projectId: tab.projectId, tabId: tab.id }, { asked, attachments: [], promptId: prompt.id })
    rename()
    // It counts as used now.
    void refetchPrompts(cache)
    wanted.fill.discard()
    setParams({ tab: String(tab.id) })
  }

  return {
    isPending,
    problem,
    async run(wanted: Wanted): Promise<void> {
      setPending(true)
      setProblem(undefined)
      try {
        await execute(wanted)
      } catch (error) {
        const sentence =
          error instanceof ClipboardRefused ? t('clipboardRefused') : errorMessage(error).sentence
        setProblem(sentence)
      }
      setPending(false)
    },
  }
}

function useTabsOf(project: Project | undefined): readonly Tab[] {
  const tabs = tabsQuery(useApi(), project?.id ?? 0)
  return useQuery({ ...tabs, enabled: project !== undefined }).data ?? []
}

/** Returns a function that creates the tab, or returns the one of an earlier attempt with the same name and model. */
function useTabFor(project: Project | undefined, prompt: SavedPrompt) {
  const made = useRef<{ tab: Tab; key: string }>(undefined)
  const add = useAddTab(project?.id ?? 0)
  return async ({ choice, instructions, tabName }: Wanted): Promise<Tab> => {
    const { custInstWhoId, custInstRespondId } = instructions
    const key = JSON.stringify([choice, instructions, tabName])
    if (made.current?.key === key) return made.current.tab
    const tab = await add.mutateAsync({
      name: tabName,
      state: 1,
      type: 0,
      defaultModelId: choice.modelId,
      defaultModelTagId: choice.modelTagId,
      ...(custInstWhoId === 0 ? {} : { custInstWhoId }),
      ...(custInstRespondId === 0 ? {} : { custInstRespondId }),
      options: prompt.options as PromptOptionValues,
    })
    made.current = { tab, key }
    return tab
  }
}
