import type { PublicationReview } from '@polylogue/contract'
import { REASON_LENGTH } from '@polylogue/contract/browser'
import { useState, type ReactNode } from 'react'
import { ApiProblem } from '#lib/api.ts'
import { useNotices } from '#lib/notices.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { DialogBody, DialogFoot, DialogForm, FormFoot } from '#ui/dialog.tsx'
import { FieldGroup, TextArea } from '#ui/field.tsx'
import { scrollBox } from '#ui/scroll-box.ts'
import { SkeletonLine, EmptyState, LoadFailed, Loading, Problem } from '#ui/states.tsx'
import { useApprove, useDecline, useReview } from './api.ts'
import css from './publications.module.css'
import { isTextChange, levelOf, useItemWords } from './words.ts'

interface ReviewProps {
  id: number
  /** Called with whether there is an unsent reason. */
  onTyped: (typed: boolean) => void
  onBack: () => void
}

const codeOf = (error: Error | null) => (error instanceof ApiProblem ? error.code : undefined)

/** Shows the texts of a request, to approve or to decline it. */
export function Review({ id, onTyped, onBack }: ReviewProps) {
  const { t } = useTranslation('publications')
  const errorMessage = useErrorMessage()
  const review = useReview(id)
  const [declining, setDeclining] = useState(false)
  const back = (
    <DialogFoot>
      <Button size="large" onClick={onBack} autoFocus>
        {t('back')}
      </Button>
    </DialogFoot>
  )
  if (review.data)
    return declining ? (
      <Declining
        request={review.data}
        onTyped={onTyped}
        onCancel={() => {
          onTyped(false)
          setDeclining(false)
        }}
        onDone={onBack}
      />
    ) : (
      <Reading
        request={review.data}
        onRefetch={() => void review.refetch()}
        onDecline={() => setDeclining(true)}
        onBack={onBack}
      />
    )
  return (
    <>
      <DialogBody>
        {review.isPending ? (
          <Loading>
            <div className={css.bones}>
              <SkeletonLine width={56} height={20} />
              <SkeletonLine width={92} height={96} />
            </div>
          </Loading>
        ) : codeOf(review.error) === 'NOT_FOUND' ? (
          <EmptyState title={t('over')} text={t('overText')} wayOn="beside" />
        ) : (
          <LoadFailed
            title={t('reviewFailed')}
            {...errorMessage(review.error)}
            onRetry={() => void review.refetch()}
          />
        )}
      </DialogBody>
      {back}
    </>
  )
}

interface ReadingProps {
  request: PublicationReview
  onRefetch: () => void
  onDecline: () => void
  onBack: () => void
}

function Reading({ request, onRefetch, onDecline, onBack }: ReadingProps) {
  const { t } = useTranslation('publications')
  const failure = useFailure()
  const notices = useNotices()
  const approve = useApprove()
  const { id, etag, item, group } = request
  const submit = () =>
    approve.mutate(
      { id, etag },
      {
        onSuccess: () => {
          notices.show({
            kind: 'done',
            title: t(isTextChange(request) ? 'approvedTexts' : 'approved', {
              name: item.name,
              group: group.name,
            }),
          })
          onBack()
        },
        onError: (error) => {
          if (codeOf(error) === 'CONFLICT') onRefetch()
        },
      },
    )
  return (
    <>
      <DialogBody>
        <Texts request={request} />
        {approve.error && <Problem>{failure(approve.error)}</Problem>}
      </DialogBody>
      <DialogFoot>
        <Button size="large" onClick={onBack} autoFocus>
          {t('back')}
        </Button>
        <Button size="large" onClick={onDecline}>
          {t('decline')}
        </Button>
        <Button size="large" kind="fill" busy={approve.isPending} onClick={submit}>
          {t('approve')}
        </Button>
      </DialogFoot>
    </>
  )
}

/** Returns the sentence for a decision that was refused. */
function useFailure(): (error: Error) => ReactNode {
  const { t } = useTranslation('publications')
  const errorMessage = useErrorMessage()
  return (error) => {
    const code = codeOf(error)
    if (code === 'CONFLICT') return t('changed')
    return code === 'NOT_FOUND' ? t('overText') : errorMessage(error).sentence
  }
}

/** Shows what would be published, to whom, and with which access. */
function Texts({ request }: { request: PublicationReview }) {
  const { t } = useTranslation(['publications', 'sharing'])
  const { item, group, asker, texts } = request
  const words = useItemWords(item)
  return (
    <div className={css.review}>
      <p>
        {t(isTextChange(request) ? 'asksChanged' : 'asks', { asker: asker.displayName, group: group.name })}
      </p>
      <FieldGroup label={words.kind}>
        <p className={css.title} dir="auto">
          {item.name}
        </p>
      </FieldGroup>
      {texts.map(({ field, text }) => {
        const label = words.label(field)
        return (
          <FieldGroup key={field} label={label}>
            <div {...scrollBox(label, 'region')} className={css.content} dir="auto">
              {words.value(field, text)}
            </div>
          </FieldGroup>
        )
      })}
      <FieldGroup label={t('access', { group: group.name })}>
        <p>{t(`sharing:levels.${levelOf(request)}`)}</p>
      </FieldGroup>
      {words.notShown && <p className={css.note}>{words.notShown}</p>}
    </div>
  )
}

interface DecliningProps {
  request: PublicationReview
  onTyped: (typed: boolean) => void
  onCancel: () => void
  onDone: () => void
}

function Declining({ request, onTyped, onCancel, onDone }: DecliningProps) {
  const { t } = useTranslation('publications')
  const failure = useFailure()
  const notices = useNotices()
  const decline = useDecline()
  const [reason, setReason] = useState('')
  const { id, item, asker } = request
  const submit = () =>
    decline.mutate(
      { id, reason },
      {
        onSuccess: () => {
          notices.show({ kind: 'done', title: t('declinedNow', { name: item.name }) })
          onDone()
        },
      },
    )
  return (
    <DialogForm onSubmit={submit}>
      <DialogBody>
        <TextArea
          label={t('reason')}
          hint={t('reasonHint', { asker: asker.displayName })}
          value={reason}
          maxLength={REASON_LENGTH}
          autoFocus
          onChange={({ target }) => {
            setReason(target.value)
            onTyped(target.value.trim() !== '')
          }}
        />
        {decline.error && <Problem>{failure(decline.error)}</Problem>}
      </DialogBody>
      <FormFoot verb={t('declineRequest')} busy={decline.isPending} onCancel={onCancel} />
    </DialogForm>
  )
}
