import type { ChatBot } from '@polylogue/contract'
import type { FeatureView } from '#lib/feature-page.ts'
import { useTranslation } from '#lib/texts.ts'
import { IconLink } from '#ui/icon-button.tsx'
import { LeadRow } from '#ui/lead-row.tsx'
import { LedAway } from '#ui/led-away.tsx'
import { ItemList, PanelList, useItemDialogs } from '#features/items/index.ts'
import { usePermission } from '#features/session/index.ts'
import { useChatbots } from '../api.ts'
import { ChatbotRow } from './row.tsx'

/** The chatbots that the user can read, the newest first. */
function ChatbotsPage() {
  const { t } = useTranslation('chatbots')
  if (usePermission('can_use_chatbots') === false) return <LedAway why="notAllowed" />
  return (
    <>
      <LeadRow lead={t('lead')}>
        <IconLink icon="help-circle" label={t('help')} to="/help/chatbots" />
      </LeadRow>
      <Chatbots />
    </>
  )
}

function Chatbots() {
  const { t } = useTranslation('chatbots')
  const dialogs = useItemDialogs('chatbots')
  return (
    <PanelList
      list={useChatbots()}
      textOf={textOf}
      words={{
        loadFailed: t('loadFailed'),
        emptyTitle: t('emptyTitle'),
        emptyText: t('emptyText'),
        filter: t('filter'),
        clearFilter: t('clearFilter'),
        noMatch: (text) => t('noMatch', { text }),
        found: (count) => t('found', { count }),
        add: t('add'),
      }}
      onAdd={() => dialogs.show('create')}
    >
      {(found) => (
        <ItemList label={t('title')}>
          {found.map((bot) => (
            <ChatbotRow key={bot.id} bot={bot} />
          ))}
        </ItemList>
      )}
    </PanelList>
  )
}

const textOf = ({ name, description, identifier, refProject, rules }: ChatBot) =>
  [name, description, identifier, refProject.tabName, ...rules.origins].join('\n')

export const chatbotsPage: FeatureView = {
  useHeading: () => useTranslation('chatbots').t('title'),
  View: ChatbotsPage,
}
