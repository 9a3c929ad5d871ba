import type { Message } from '@polylogue/contract'
import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/texts.ts'
import { LinkButton } from '#ui/button.tsx'
import { Dialog, DialogBody } from '#ui/dialog.tsx'
import { detailsOf, testOf, type Detail } from './details.ts'
import css from './details-dialog.module.css'

interface DetailsDialogProps {
  opened: boolean
  message: Message
  /** The question before it. */
  before: string
  onClose: () => void
}

/** Shows the metadata of an answer: model, times and options. */
export function DetailsDialog({ opened, message, before, onClose }: DetailsDialogProps) {
  const { t } = useTranslation('message')
  const { facts, options, statistics } = detailsOf(message)
  const test = testOf(message, before)
  return (
    <Dialog opened={opened} title={t('details')} width={480} onClose={onClose}>
      <DialogBody>
        <Metadata facts={facts} />
        {test && (
          <p>
            <LinkButton to={test}>{t('whyNotUsed')}</LinkButton>
          </p>
        )}
        {options.length > 0 && <Named title={t('options')} entries={options} />}
        {statistics.length > 0 && <Named title={t('statistics')} entries={statistics} />}
      </DialogBody>
    </Dialog>
  )
}

function Metadata({ facts }: { facts: readonly Detail[] }) {
  const { t } = useTranslation('message')
  const shown = useShown()
  return (
    <dl className={css.list}>
      {facts.map((fact) => (
        <div key={fact.name}>
          <dt>{t(`fact.${fact.name}`)}</dt>
          <dd className={fact.kind === 'code' ? 'mono' : 'num'}>{shown(fact)}</dd>
        </div>
      ))}
    </dl>
  )
}

function useShown(): (fact: Detail) => string {
  const { t } = useTranslation('message')
  const format = useFormat()
  return ({ kind, value }) => {
    switch (kind) {
      case 'time':
        return format.full(String(value))
      case 'seconds':
        return t('seconds', { seconds: format.number(Number(value) / 1_000, 1) })
      case 'speed':
        return t('speed', { speed: format.number(Number(value), 1) })
      case 'count':
        return format.number(Number(value))
      case 'text':
      case 'code':
        return String(value)
    }
  }
}

/** Shows names and values as the engine reports them, untranslated. */
function Named({ title, entries }: { title: string; entries: readonly (readonly [string, string])[] }) {
  return (
    <section>
      <h3 className={css.title}>{title}</h3>
      <dl className={css.list}>
        {entries.map(([name, value]) => (
          <div key={name}>
            <dt className="mono">{name}</dt>
            <dd className="mono">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
