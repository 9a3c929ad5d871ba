import type { Datasource } from '@polylogue/contract'
import { useState } from 'react'
import { canWrite } from '#lib/can.ts'
import { useFormat } from '#lib/format.ts'
import { useNotices } from '#lib/notices.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Problem } from '#ui/states.tsx'
import { useUpdateDatasource } from '../api.ts'
import { ChunkFields } from '../form/chunk-fields.tsx'
import css from './cutting.module.css'
import type { Cutting } from './use-cutting.ts'

interface CuttingPanelProps {
  id: string
  datasource: Datasource
  cutting: Cutting
}

/** Tries out how the document is cut: the text shows the passages at once, and nothing is indexed. */
export function CuttingPanel({ id, datasource, cutting }: CuttingPanelProps) {
  const { t } = useTranslation('workbench')
  const errorMessage = useErrorMessage()
  const { choice, isChanged, preview, change, reset } = cutting
  const isValid = choice.chunkOverlap < choice.chunkSize
  return (
    <section id={id} className={css.panel} aria-label={t('cut.title')}>
      <p className={css.lead}>{t('cut.lead')}</p>
      <div className={css.fields}>
        <ChunkFields values={choice} onChange={change} />
      </div>
      <div className={css.told}>
        {preview.error && isValid ? (
          <Problem action={<Button onClick={() => void preview.refetch()}>{t('cut.again')}</Button>}>
            {t('cut.failed', { sentence: errorMessage(preview.error).sentence })}
          </Problem>
        ) : (
          <Metadata cutting={cutting} />
        )}
        <div className={css.actions}>
          {canWrite(datasource) && (
            <Use datasource={datasource} cutting={cutting} disabled={!isChanged || !isValid} />
          )}
          <Button icon="arrow-left" disabled={!isChanged} onClick={reset}>
            {t('cut.reset')}
          </Button>
        </div>
      </div>
    </section>
  )
}

function Metadata({ cutting: { isChanged, preview } }: { cutting: Cutting }) {
  const { t } = useTranslation('workbench')
  const format = useFormat()
  const { data, isBusy } = preview
  if (!data) return <p className={css.facts}>{t('cut.wait')}</p>
  const { chunks, tokens, stored, changed, documents } = data
  const number = (value: number) => format.number(value)
  return (
    <div className={css.facts} role="status" aria-busy={isBusy || undefined}>
      <p>
        {t('cut.count', { count: chunks.length, number: number(chunks.length) })}{' '}
        {t('cut.lengths', {
          least: number(tokens.least),
          median: number(tokens.median),
          most: number(tokens.most),
        })}
      </p>
      <p>
        {isChanged
          ? t('cut.changed', { count: stored, changed: number(changed), stored: number(stored) })
          : t('cut.inUse')}
      </p>
      {isChanged && <p>{t('cut.documents', { count: documents, number: number(documents) })}</p>}
    </div>
  )
}

interface UseProps {
  datasource: Datasource
  cutting: Cutting
  disabled: boolean
}

/** Stores the settings for all documents, after saying what that means. */
function Use({ datasource, cutting, disabled }: UseProps) {
  const { t } = useTranslation('workbench')
  const format = useFormat()
  const notices = useNotices()
  const errorMessage = useErrorMessage()
  const update = useUpdateDatasource()
  const [asked, setAsked] = useState(false)
  const { id, name, modified, mediaCount } = datasource
  // The preview may still be that of the settings in use, for which it is none.
  const count = cutting.preview.data?.documents || mediaCount
  const use = () =>
    update.mutate(
      { id, ...cutting.choice, ifModified: modified },
      {
        onSuccess: () => {
          setAsked(false)
          cutting.reset()
          notices.show({ kind: 'done', title: t('cut.used', { name }) })
        },
      },
    )
  return (
    <>
      <Button
        kind="fill"
        disabled={disabled}
        onClick={() => {
          update.reset()
          setAsked(true)
        }}
      >
        {t('cut.use')}
      </Button>
      <ConfirmDialog
        opened={asked}
        title={t('cut.use')}
        question={t('cut.question', { name, count, number: format.number(count) })}
        verb={t('cut.use')}
        kind="fill"
        busy={update.isPending}
        failure={
          update.error ? t('cut.useFailed', { sentence: errorMessage(update.error).sentence }) : undefined
        }
        onConfirm={use}
        onClose={() => setAsked(false)}
      />
    </>
  )
}
