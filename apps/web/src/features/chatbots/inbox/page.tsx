import type { ChatBot, InboxGroup } from '@polylogue/contract'
import { useAddress } from '#lib/address.ts'
import { canWrite } from '#lib/can.ts'
import type { FeatureView } from '#lib/feature-page.ts'
import { isGone, useErrorMessage } from '#lib/problem.ts'
import { useIdInPath } from '#lib/use-id-in-path.ts'
import { useTranslation } from '#lib/texts.ts'
import { LinkButton } from '#ui/button.tsx'
import { IconLink } from '#ui/icon-button.tsx'
import { LeadRow } from '#ui/lead-row.tsx'
import { LedAway } from '#ui/led-away.tsx'
import { Segments } from '#ui/segments.tsx'
import { EmptyState, LoadFailed, PageSkeleton } from '#ui/states.tsx'
import { usePermission } from '#features/session/index.ts'
import { useChatbot, useInbox } from '../api.ts'
import { CHATBOTS_PATH } from '../keys.ts'
import { Group } from './group.tsx'
import css from './inbox.module.css'
import { ChatbotUsage } from './usage.tsx'

/** What visitors asked without a good answer, and how much they ask. */
function InboxPage() {
  const { t } = useTranslation('chatbots')
  const errorMessage = useErrorMessage()
  const bot = useChatbot(useIdInPath('id'))
  if (usePermission('can_use_chatbots') === false) return <LedAway why="notAllowed" />
  if (isGone(bot.error))
    return (
      <EmptyState title={t('gone')}>
        <LinkButton to={CHATBOTS_PATH}>{t('all')}</LinkButton>
      </EmptyState>
    )
  if (bot.data) return canWrite(bot.data) ? <Views bot={bot.data} /> : <NotAllowed />
  if (!bot.isError) return <PageSkeleton />
  return (
    <LoadFailed title={t('oneLoadFailed')} {...errorMessage(bot.error)} onRetry={() => void bot.refetch()} />
  )
}

function NotAllowed() {
  const { t } = useTranslation('chatbots')
  return (
    <EmptyState title={t('inbox.notAllowed')} text={t('inbox.notAllowedText')}>
      <LinkButton to={CHATBOTS_PATH}>{t('all')}</LinkButton>
    </EmptyState>
  )
}

const VIEWS = ['inbox', 'usage'] as const

function Views({ bot }: { bot: ChatBot }) {
  const { t } = useTranslation('chatbots')
  const { get, put } = useAddress()
  const view = VIEWS.find((one) => one === get('view')) ?? 'inbox'
  return (
    <>
      <LeadRow
        lead={
          <Segments
            asTabs
            label={t('inbox.views')}
            value={view}
            options={[
              { value: 'inbox', label: t('inbox.title') },
              { value: 'usage', label: t('usage.title') },
            ]}
            onChange={(next) => put({ view: next === 'inbox' ? '' : next })}
          />
        }
      >
        <IconLink icon="help-circle" label={t('help')} to="/help/chatbots" />
      </LeadRow>
      {view === 'inbox' ? <Inbox bot={bot} /> : <ChatbotUsage bot={bot} />}
    </>
  )
}

function Inbox({ bot }: { bot: ChatBot }) {
  const { t } = useTranslation('chatbots')
  const errorMessage = useErrorMessage()
  const inbox = useInbox(bot.id)
  if (inbox.data) return <Groups bot={bot} groups={inbox.data} />
  if (!inbox.isError) return <PageSkeleton />
  return (
    <LoadFailed
      title={t('inbox.loadFailed')}
      {...errorMessage(inbox.error)}
      onRetry={() => void inbox.refetch()}
    />
  )
}

function Groups({ bot, groups }: { bot: ChatBot; groups: readonly InboxGroup[] }) {
  const { t } = useTranslation('chatbots')
  if (groups.length === 0)
    return <EmptyState title={t('inbox.emptyTitle')} text={t('inbox.emptyText')} wayOn="none" />
  return (
    <>
      <p className={css.lead}>{t('inbox.lead')}</p>
      <ul className={css.groups} aria-label={t('inbox.title')}>
        {groups.map((group) => (
          <Group key={group.id} bot={bot} group={group} />
        ))}
      </ul>
    </>
  )
}

export const inboxPage: FeatureView = {
  useHeading: () => {
    const { t } = useTranslation('chatbots')
    return useChatbot(useIdInPath('id')).data?.name ?? t('inbox.title')
  },
  useCrumb: () => ({ to: CHATBOTS_PATH, text: useTranslation('chatbots').t('title') }),
  View: InboxPage,
}
