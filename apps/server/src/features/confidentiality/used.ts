// What a turn used decides where its text may go, not what is asked now (decision 86). Pure.
import { Problem } from '#problem.ts'

/** The data sources whose text a prompt has and its answer may repeat. */
export interface UsedSources {
  readonly datasourceIds: readonly number[]
  /** Whether one of them was for local models only when it was used. */
  readonly isConfidential: boolean
}

export const NONE_USED: UsedSources = { datasourceIds: [], isConfidential: false }

export function usedTogether(all: readonly UsedSources[]): UsedSources {
  return {
    datasourceIds: [...new Set(all.flatMap(({ datasourceIds }) => datasourceIds))],
    isConfidential: all.some(({ isConfidential }) => isConfidential),
  }
}

/** The one decision: whether a text must not be sent to a receiver that is not local; `isWithheldSql` of store.ts is its SQL. */
export function isWithheld(
  text: { readonly isConfidential: boolean },
  receiver: { readonly isLocal: boolean },
): boolean {
  return text.isConfidential && !receiver.isLocal
}

/**
 * Decides directly before a text is sent that was read earlier: meanwhile its level or the place of its receiver may have
 * changed.
 * @throws Problem CONFIDENTIAL_TURN
 */
export async function requireMaySendNow(
  isConfidential: () => Promise<boolean>,
  receiver: () => Promise<{ readonly isLocal: boolean; readonly providerName: string }>,
): Promise<void> {
  const now = await receiver()
  if (!now.isLocal) requireMaySend({ isConfidential: await isConfidential() }, now)
}

/** @throws Problem CONFIDENTIAL_TURN when a message must not be sent to this receiver */
export function requireMaySend(
  message: { readonly isConfidential: boolean } | undefined,
  { isLocal, providerName }: { readonly isLocal: boolean; readonly providerName: string },
): void {
  if (message && isWithheld(message, { isLocal }))
    throw new Problem('CONFIDENTIAL_TURN', { provider: providerName })
}
