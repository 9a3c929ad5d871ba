import { useId, useState, type KeyboardEvent } from 'react'
import { recall, remember } from '#lib/preferences.ts'
import { useTranslation } from '#lib/texts.ts'
import { useSettled } from '#lib/use-settled.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Segments } from '#ui/segments.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { useEarlierPrompts } from './api.ts'
import { movedTo, type Scope } from './earlier.ts'
import css from './history.module.css'
import { idOf, PromptList } from './prompt-list.tsx'

interface HistoryDialogProps {
  opened: boolean
  projectId: number
  /** Whether the project is a chat. */
  isChat: boolean
  tabId: number
  /** Called with the chosen prompt; `directly` if it is to be sent at once. */
  onChoose: (text: string, directly: boolean) => void
  onClose: () => void
}

/** Lists the earlier prompts of the user and filters them while typing; arrow keys select without leaving the field. */
export function HistoryDialog({ opened, ...rest }: HistoryDialogProps) {
  const { t } = useTranslation('history')
  return (
    <Dialog opened={opened} title={t('title')} lead={t('lead')} width={730} onClose={rest.onClose}>
      <Finder {...rest} />
    </Dialog>
  )
}

// A child of the dialog, so that its state resets on every opening.
function Finder({ projectId, isChat, tabId, onChoose }: Omit<HistoryDialogProps, 'opened'>) {
  const { t } = useTranslation('history')
  const list = useId()
  const [text, setText] = useState('')
  const [scope, setScope] = useState<Scope>('all')
  const [directly, setDirectly] = useState(() => recall('sendDirectly') === 'true')
  const [at, setAt] = useState(0)
  const wanted = useSettled(text.trim(), 200)
  const found = useEarlierPrompts({ text: wanted, scope, projectId, tabId }, true)
  // The previous result stays until the next one is there: keys choose nothing from it.
  const isWaiting = found.isPlaceholderData || wanted !== text.trim()
  const prompts = (isWaiting ? undefined : found.data) ?? []
  const active = Math.min(at, Math.max(0, prompts.length - 1))
  const chosen = prompts[active]
  const onKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const to = movedTo(active, event.key, prompts.length)
    const enters = event.key === 'Enter' && chosen !== undefined
    if (to === undefined && !enters) return
    event.preventDefault()
    if (to !== undefined) setAt(to)
    else if (chosen) onChoose(chosen.queryText, directly)
  }
  return (
    <>
      <div className={css.head}>
        <Filter
          list={list}
          expanded={(found.data ?? []).length > 0}
          chosen={chosen && idOf(list, chosen)}
          text={text}
          onType={(next) => (setText(next), setAt(0))}
          onKey={onKey}
        />
        <ScopeChoice scope={scope} isChat={isChat} onChange={(next) => (setScope(next), setAt(0))} />
      </div>
      <PromptList
        id={list}
        found={found}
        active={isWaiting ? undefined : active}
        filtered={wanted !== '' || scope !== 'all'}
        onChoose={(prompt) => onChoose(prompt, directly)}
      />
      <div className={css.foot}>
        <Checkbox
          label={t('sendDirectly')}
          checked={directly}
          onChange={({ target }) => {
            setDirectly(target.checked)
            remember('sendDirectly', String(target.checked))
          }}
        />
        <span className={css.hint}>{directly ? t('hintSend') : t('hintInsert')}</span>
      </div>
    </>
  )
}

interface FilterProps {
  /** Ids of the filtered list and of the entry that Enter chooses. */
  list: string
  expanded: boolean
  chosen: string | undefined
  text: string
  onType: (text: string) => void
  onKey: (event: KeyboardEvent) => void
}

function Filter({ list, expanded, chosen, text, onType, onKey }: FilterProps) {
  const { t } = useTranslation('history')
  return (
    <SearchField
      label={t('filter')}
      className={css.search}
      role="combobox"
      aria-expanded={expanded}
      aria-controls={list}
      aria-autocomplete="list"
      aria-activedescendant={chosen}
      maxLength={500}
      data-autofocus
      value={text}
      onChange={(event) => onType(event.target.value)}
      onKeyDown={onKey}
    />
  )
}

interface ScopeChoiceProps {
  scope: Scope
  isChat: boolean
  onChange: (scope: Scope) => void
}

function ScopeChoice({ scope, isChat, onChange }: ScopeChoiceProps) {
  const { t } = useTranslation('history')
  return (
    <Segments
      label={t('scope')}
      value={scope}
      options={[
        { value: 'all', label: t('all') },
        { value: 'project', label: t('project', isChat ? { context: 'chat' } : {}) },
        { value: 'chat', label: t('chat') },
      ]}
      onChange={onChange}
    />
  )
}
