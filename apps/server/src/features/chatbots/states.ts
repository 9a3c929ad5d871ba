// Whether chatbots answer now.
import { roleOf, type ChatbotState } from '@polylogue/contract'
import type { Clock } from '#platform/clock.ts'
import { Problem } from '#problem.ts'
import type { Confidentiality } from '#features/confidentiality/index.ts'
import type { AskableTag, ModelsService } from '#features/models/index.ts'
import type { FoundBot } from './found-bot-store.ts'
import { stateOf } from './rules.ts'

export interface StatesDeps {
  readonly clock: Clock
  readonly models: Pick<ModelsService, 'askable'>
  readonly confidentiality: Pick<Confidentiality, 'isLocalOnly'>
}

export interface States {
  of(found: FoundBot): ChatbotState
  /** Returns the model of a chatbot while it can be asked. */
  tagOf(found: Pick<FoundBot, 'tag'>): AskableTag | undefined
}

export function openStates({ clock, models, confidentiality }: StatesDeps): States {
  const tagOf = ({ tag }: Pick<FoundBot, 'tag'>) => {
    try {
      return models.askable(tag ?? undefined)
    } catch (error) {
      if (error instanceof Problem) return undefined
      throw error
    }
  }
  return {
    tagOf,
    of(found) {
      const { bot, owner, tabLevel, sourceLevel, sourceLabel, hasInstructions } = found
      const facts = {
        validUntil: bot.validUntil,
        origins: bot.rules.origins,
        tabLevel,
        ownerRoleId: owner.roleId,
        ownerCanUseUi: owner.canUseUi,
        model: tagOf(found),
        hasInstructions:
          hasInstructions &&
          (bot.custInstWhoId + bot.custInstRespondId === 0 ||
            (roleOf(owner.roleId)?.permissions.includes('can_use_custinsts') ?? false)),
        datasourceId: bot.datasourceId,
        source: sourceLabel === null ? null : { level: sourceLevel ?? 0, label: sourceLabel },
      }
      return stateOf(facts, clock.now(), confidentiality)
    },
  }
}
