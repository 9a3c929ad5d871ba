import type { AuditEntry } from '@polylogue/contract'
import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/texts.ts'
import { Icon } from '#ui/icon.tsx'
import { Status } from '#ui/table.tsx'
import { AuditDetails } from './audit-details.tsx'
import css from './audit.module.css'
import { useAuditWords } from './use-audit-words.ts'

/** One row per event; details expand below it. */
export function AuditRows({ entries, busy }: { entries: readonly AuditEntry[]; busy: boolean }) {
  const { t } = useTranslation('audit')
  return (
    <>
      <div className={css.heads} aria-hidden="true">
        <span>{t('columns.at')}</span>
        <span>{t('columns.who')}</span>
        <span>{t('columns.what')}</span>
        <span>{t('columns.on')}</span>
        <span>{t('columns.from')}</span>
      </div>
      <ul className={css.list} aria-label={t('listLabel')} aria-busy={busy || undefined}>
        {entries.map((entry) => (
          <li key={entry.id}>
            <Row entry={entry} />
          </li>
        ))}
      </ul>
    </>
  )
}

function Row({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation('audit')
  const format = useFormat()
  const words = useAuditWords()
  const refused = entry.outcome === 'refused'
  return (
    <details className={css.entry}>
      <summary>
        <Icon name="chevron-right" size={14} className={css.fold} />
        <time dateTime={entry.at} title={format.full(entry.at)} className={css.at}>
          {`${format.day(entry.at)}, ${format.time(entry.at)}`}
        </time>
        <span className={css.who}>{words.who(entry)}</span>
        <span className={css.what}>
          {refused ? (
            <Status kind="bad">
              <span className="cut">{t(`actions.${entry.action}`)}</span>
              <span className="sr">{`, ${t('outcomes.refused')}`}</span>
            </Status>
          ) : (
            t(`actions.${entry.action}`)
          )}
        </span>
        <span className={css.on}>{words.on(entry)}</span>
        <span className={css.address}>{entry.address}</span>
      </summary>
      <AuditDetails entry={entry} />
    </details>
  )
}
