import { cutText, type LastQuestion, type UsedPrompt } from '@polylogue/contract'
import type { Person } from '#access/index.ts'
import { lastQuestions, promptRuns } from './activity-store.ts'
import type { ProjectItems, ProjectsDeps } from './deps.ts'

export interface Activity {
  readonly questions: LastQuestion[]
  readonly prompts: UsedPrompt[]
}

const RECENT_MS = 90 * 86_400_000
/** Characters of a prompt. */
const BEGINNING = 200

/**
 * Returns the last questions of a project's tabs, and the prompts run in it that the viewer may read.
 * @throws Problem NOT_FOUND
 */
export async function activityOf(
  { db, clock, prompts }: Pick<ProjectsDeps, 'db' | 'clock' | 'prompts'>,
  items: Pick<ProjectItems, 'get'>,
  viewer: Person,
  projectId: number,
): Promise<Activity> {
  await items.get(viewer, projectId)
  const questions = await lastQuestions(db.orm, projectId)
  const since = new Date(clock.now().getTime() - RECENT_MS)
  const runs = await promptRuns(db.orm, projectId, since)
  const readable = new Map(
    (
      await prompts.readableOf(
        viewer,
        runs.map(({ promptId }) => promptId),
      )
    ).map((prompt) => [prompt.id, prompt]),
  )
  return {
    questions: questions.map(({ userId, name, ...asked }) => ({
      ...asked,
      askedBy: userId === null ? null : { id: userId, name: name ?? '' },
    })),
    prompts: runs.flatMap(({ promptId: id, runs: count }) => {
      const prompt = readable.get(id)
      if (!prompt) return []
      const { title, assocContexts } = prompt
      const hasWriteAccess = assocContexts[0]?.hasWriteAccess ?? false
      return { id, title, beginning: cutText(prompt.prompt, BEGINNING), runs: count, hasWriteAccess }
    }),
  }
}
