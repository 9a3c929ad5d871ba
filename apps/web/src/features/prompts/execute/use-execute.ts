import type { Project, PromptOptionValues, SavedPrompt, Tab } from '@polylogue/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useBeginChat } from '#lib/begin-chat.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { newQuestion, useAskIn, useNameFromPrompt, useRunStore } from '#features/conversation/index.ts'
import { useModels, type ModelChoice } from '#features/models/index.ts'
import { useAddTab } from '#features/tabs/index.ts'
import { refetchPrompts } from '../api.ts'
import { ClipboardRefused, type Fill } from './use-fill.ts'
import type { Place } from './use-place.ts'

interface ExecuteInput {
  fill: Fill
  choice: ModelChoice
  /** The custom instructions of the tab; 0 for none. */
  instructions: Pick<Tab, 'custInstWhoId' | 'custInstRespondId'>
  tabName: string
}

/**
 * Creates a tab of the project, or of a new chat without one; asks the filled prompt in it and opens it. After a failure the
 * next attempt uses the same tab.
 */
export function useExecute({ project, tabs }: Pick<Place, 'project' | 'tabs'>, prompt: SavedPrompt) {
  const { t } = useTranslation('prompts')
  const errorMessage = useErrorMessage()
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const askInTab = useAskInTab(project, tabs, prompt)
  const begin = useBeginChat()
  const cache = useQueryClient()

  const execute = async (wanted: ExecuteInput) => {
    const text = await wanted.fill.finish()
    if (project) await askInTab(wanted, text)
    else
      await begin({
        model: wanted.choice,
        tab: tabOf(prompt, wanted),
        question: { text, promptId: prompt.id },
      })
    // It counts as used now.
    void refetchPrompts(cache)
    wanted.fill.discard()
  }

  return {
    isPending,
    problem,
    async run(wanted: ExecuteInput): Promise<void> {
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

/** The settings of a tab that is created for a prompt (PROMPT-7: state 1, type 0). */
const tabOf = (
  { options }: SavedPrompt,
  { tabName, instructions: { custInstWhoId, custInstRespondId } }: ExecuteInput,
) => ({
  name: tabName,
  state: 1,
  type: 0,
  ...(custInstWhoId === 0 ? {} : { custInstWhoId }),
  ...(custInstRespondId === 0 ? {} : { custInstRespondId }),
  options: options as PromptOptionValues,
})

/** Returns a function that asks in a new tab of the project, and opens it. The first question of a chat names it. */
function useAskInTab(project: Project | undefined, tabs: readonly Tab[], prompt: SavedPrompt) {
  const navigate = useNavigate()
  const ask = useAskIn(useRunStore())
  const name = useNameFromPrompt(project, tabs)
  const { data: models } = useModels()
  const tabFor = useTabFor(project, prompt)
  return async (wanted: ExecuteInput, text: string): Promise<void> => {
    const { choice } = wanted
    const tab = await tabFor(wanted)
    const rename = name(text)
    const asked = newQuestion(models, choice, text)
    await ask({ projectId: tab.projectId, tabId: tab.id }, { asked, attachments: [], promptId: prompt.id })
    rename()
    void navigate(`/projects/${tab.projectId}?tab=${tab.id}`)
  }
}

/** Returns a function that creates the tab, or returns the one of an earlier attempt with the same name and model. */
function useTabFor(project: Project | undefined, prompt: SavedPrompt) {
  const made = useRef<{ tab: Tab; key: string }>(undefined)
  const add = useAddTab(project?.id ?? 0)
  return async (wanted: ExecuteInput): Promise<Tab> => {
    const { choice } = wanted
    const values = {
      ...tabOf(prompt, wanted),
      defaultModelId: choice.modelId,
      defaultModelTagId: choice.modelTagId,
    }
    const key = JSON.stringify([project?.id, values])
    if (made.current?.key === key) return made.current.tab
    const tab = await add.mutateAsync(values)
    made.current = { tab, key }
    return tab
  }
}
