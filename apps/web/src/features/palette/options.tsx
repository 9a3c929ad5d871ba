import { useEffect, useRef } from 'react'
import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/texts.ts'
import { Icon } from '#ui/icon.tsx'
import { KeyLabel } from '#ui/key-label.tsx'
import type { Group, Parts, Shown } from './entries.ts'
import css from './palette.module.css'

interface OptionsProps {
  id: string
  groups: readonly Group[]
  chosen: string | undefined
  onChoose: (id: string) => void
  onOpen: (entry: Shown) => void
}

export const optionId = (list: string, entry: string) => `${list}-${entry}`

/** The listbox of the field; the focus stays in the field. */
export function Options({ id, groups, chosen, onChoose, onOpen }: OptionsProps) {
  const { t } = useTranslation('palette')
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [chosen])
  return (
    <div ref={list} id={id} role="listbox" aria-label={t('results')} className={css.list}>
      {groups.map((group) => (
        <div key={group.id} role="group" aria-labelledby={`${id}-${group.id}-label`}>
          <div id={`${id}-${group.id}-label`} className={css.label}>
            {t(`groups.${group.id}`)}
          </div>
          {group.entries.map((entry) => (
            <Option
              key={entry.id}
              id={optionId(id, entry.id)}
              entry={entry}
              chosen={entry.id === chosen}
              onChoose={() => onChoose(entry.id)}
              onOpen={() => onOpen(entry)}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

interface OptionProps {
  id: string
  entry: Shown
  chosen: boolean
  onChoose: () => void
  onOpen: () => void
}

function Option({ id, entry, chosen, onChoose, onOpen }: OptionProps) {
  return (
    <div
      id={id}
      role="option"
      aria-selected={chosen}
      tabIndex={-1}
      className={css.option}
      // Only pointer movement selects, so that scrolling under a resting pointer does not.
      onPointerMove={chosen ? undefined : onChoose}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onOpen}
      onKeyDown={(event) => event.key === 'Enter' && onOpen()}
    >
      <Icon name={entry.icon} />
      <span className={css.text} data-found={entry.created ? true : undefined}>
        <span className="cut">
          <Marked parts={entry.parts} />
        </span>
        {entry.detail && !entry.created && <span className={`cut ${css.detail}`}>{entry.detail}</span>}
        {entry.created && <ResultDetails title={entry.detail} created={entry.created} />}
      </span>
      {entry.keys && <KeyLabel keys={entry.keys} className={css.keys} />}
    </div>
  )
}

/** Shows place and time of a result; a long name wraps. */
function ResultDetails({ title, created }: { title: string | undefined; created: string }) {
  const format = useFormat()
  return (
    <span className={css.place}>
      <span>{title}</span>
      <time dateTime={created}>{format.moment(created)}</time>
    </span>
  )
}

function Marked({ parts }: { parts: Parts }) {
  return parts.map(({ text, hit }, index) =>
    hit ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>,
  )
}
