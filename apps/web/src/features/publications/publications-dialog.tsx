import { useState } from 'react'
import { useDialogsOf } from '#lib/dialogs.ts'
import { useTranslation } from '#lib/texts.ts'
import { useParamsOfPage } from '#lib/search-params.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '#ui/dialog.tsx'
import { PUBLICATION, PUBLICATIONS } from './dialog-name.ts'
import { OwnList, WaitingList } from './lists.tsx'
import { Review } from './review.tsx'

/** Lists the requests that wait for the user's approval and their own ones, or shows one of them to decide on. */
export function PublicationsDialog({ opened }: { opened: boolean }) {
  const { t } = useTranslation(['publications', 'ui'])
  const { id, show, close } = useDialogsOf(PUBLICATION)
  const [, setParams] = useParamsOfPage()
  const [typed, setTyped] = useState(false)
  // Keeps the view while the dialog closes.
  const [last, setLast] = useState(id)
  if (opened && id !== last) setLast(id)
  const shown = opened ? id : last
  const toList = () => {
    setTyped(false)
    setParams(withoutPublication, { replace: true })
  }
  return (
    <Dialog
      opened={opened}
      title={shown === null ? t('title') : t('reviewTitle')}
      lead={shown === null ? t('lead') : undefined}
      width={640}
      dirty={opened && shown !== null && typed}
      onClose={() => {
        setTyped(false)
        close()
      }}
    >
      {shown === null ? (
        <>
          <DialogBody>
            <WaitingList onReview={(one) => show(PUBLICATIONS, one)} />
            <OwnList />
          </DialogBody>
          <DialogFoot>
            <Button size="large" onClick={close} autoFocus>
              {t('ui:close')}
            </Button>
          </DialogFoot>
        </>
      ) : (
        <Review key={shown} id={shown} onTyped={setTyped} onBack={toList} />
      )}
    </Dialog>
  )
}

function withoutPublication(params: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(params)
  next.delete(PUBLICATION)
  return next
}
