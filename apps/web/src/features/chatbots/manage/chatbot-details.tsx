import type { ChatBot } from '@polylogue/contract'
import { CHATBOT_VALID_UNTIL } from '@polylogue/contract/browser'
import type { ReactNode } from 'react'
import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/texts.ts'
import { useCustInsts } from '#features/custinsts/index.ts'
import { useDatasource } from '../sources.ts'
import { choiceOf, nameOfChoice, useModels } from '#features/models/index.ts'
import { useUserId } from '#features/session/index.ts'
import { Keys } from '../list/keys.tsx'
import { StateLine } from '../list/state-line.tsx'
import { TabLink } from '../list/tab-link.tsx'
import css from './manage.module.css'

/** What visitors get, in words. */
export function ChatbotDetails({ bot }: { bot: ChatBot }) {
  const { t } = useTranslation('chatbots')
  const format = useFormat()
  const names = useNames(bot)
  const isOwner = useUserId() === bot.ownerId
  return (
    <dl className={css.facts}>
      <Fact name={t('name')}>{bot.name}</Fact>
      <Fact name={t('description')}>{bot.description}</Fact>
      <Fact name={t('state')}>
        <StateLine bot={bot} />
      </Fact>
      <Fact name={t('tab')}>
        <TabLink bot={bot} named={false} />
      </Fact>
      <Fact name={t('model.label')}>{names.model}</Fact>
      <Fact name={t('source.label')}>{names.source}</Fact>
      <Fact name={t('instructions.who')}>{names.who}</Fact>
      <Fact name={t('instructions.respond')}>{names.respond}</Fact>
      <Fact name={t('origins')}>{bot.rules.origins.join('\n') || t('states.no-origin')}</Fact>
      {bot.validUntil !== CHATBOT_VALID_UNTIL && (
        <Fact name={t('fields.validUntil')}>{format.day(bot.validUntil)}</Fact>
      )}
      <Fact name={t('keys')}>
        <Keys bot={bot} isOwner={isOwner} />
      </Fact>
    </dl>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd dir="auto">{children}</dd>
  </>
)

/** The names of what a chatbot answers with. */
function useNames({ refProject }: ChatBot) {
  const { t } = useTranslation('chatbots')
  const { data: models } = useModels()
  const { defaultDatasourceId: sourceId, custInstWhoId, custInstRespondId } = refProject
  const source = useDatasource(sourceId)
  const instructions = useCustInsts(custInstWhoId !== 0 || custInstRespondId !== 0)
  const instruction = (id: number) => {
    if (id === 0) return t('instructions.none')
    return instructions.data?.find((one) => one.id === id)?.name ?? t('instructions.lost')
  }
  return {
    model: nameOfChoice(models, choiceOf(refProject)) || t('model.gone'),
    source: sourceId === 0 ? t('source.none') : (source.data?.name ?? t('source.lost')),
    who: instruction(custInstWhoId),
    respond: instruction(custInstRespondId),
  }
}
