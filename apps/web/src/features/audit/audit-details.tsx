import type { AuditEntry } from '@polylogue/contract'
import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/texts.ts'
import css from './audit.module.css'
import { useAuditWords } from './use-audit-words.ts'

/** All stored details of an audit event. */
export function AuditDetails({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation('audit')
  const format = useFormat()
  const words = useAuditWords()
  const facts: (readonly [name: string, value: string, mono?: boolean])[] = [
    [t('facts.at'), format.full(entry.at)],
    [t('facts.outcome'), t(`outcomes.${entry.outcome}`)],
    [t('facts.who'), numbered(words.who(entry), entry.userId)],
    [t('facts.on'), words.on(entry) && numbered(words.on(entry), entry.objectId)],
    [t('facts.address'), entry.address, true],
    [t('facts.session'), entry.sessionId ?? '', true],
    [t('facts.request'), entry.requestId, true],
    ...Object.entries(entry.details).map(
      ([name, value]) => [words.detail(name), words.value(entry, name, value)] as const,
    ),
  ]
  return (
    <dl className={css.details}>
      {facts
        .filter(([, value]) => value !== '')
        .map(([name, value, mono = false]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className={mono ? 'mono' : undefined}>{value}</dd>
          </div>
        ))}
    </dl>
  )
}

const numbered = (name: string, id: number | null): string => (id === null ? name : `${name} · ${id}`.trim())
