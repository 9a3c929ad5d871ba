import { useState, type FormEvent } from 'react'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { PasswordField, TextField } from '#ui/field.tsx'
import { completeAddress, NOTHING_TYPED, type TypedServer } from './address.ts'
import { NotConnected, useConnectAddress } from './connect.ts'
import css from './first-steps.module.css'

interface AddressFormProps {
  typed: TypedServer
  onTyped: (typed: TypedServer) => void
}

/**
 * Adds a model server by its address: tests it and connects it when it answers. Shows a key field when the server requires a
 * key.
 */
export function AddressForm({ typed, onTyped }: AddressFormProps) {
  const { t } = useTranslation('first-steps')
  const [shown, setShown] = useState(false)
  const [tried, setTried] = useState(false)
  const connect = useConnectAddress()
  const { failure, wantsKey } = useFailure(connect.error)
  const { apiKey } = typed
  const address = completeAddress(typed.address)
  const wrong = tried && address === undefined ? t('address.wrong') : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (address === undefined || connect.isPending) return
    const onSuccess = () => {
      onTyped(NOTHING_TYPED)
      setTried(false)
    }
    connect.mutate({ address, ...(apiKey === '' ? {} : { apiKey }) }, { onSuccess })
  }
  return (
    <form noValidate className={css.part} onSubmit={submit}>
      <TextField
        label={t('address.label')}
        hint={t('address.hint')}
        error={wrong ?? (wantsKey ? undefined : failure)}
        type="url"
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
        maxLength={500}
        placeholder={t('address.example')}
        value={typed.address}
        onChange={(event) => {
          onTyped({ ...typed, address: event.target.value })
          connect.reset()
        }}
      />
      {(wantsKey || apiKey !== '') && (
        <PasswordField
          what="key"
          label={t('address.keyLabel')}
          error={wantsKey ? failure : undefined}
          autoComplete="off"
          maxLength={2000}
          shown={shown}
          onShow={setShown}
          value={apiKey}
          onChange={(event) => onTyped({ ...typed, apiKey: event.target.value })}
        />
      )}
      <div>
        <Button type="submit" busy={connect.isPending}>
          {connect.isPending ? t('address.testing') : t('address.connect')}
        </Button>
      </div>
    </form>
  )
}

function useFailure(error: Error | null): { failure: string | undefined; wantsKey: boolean } {
  const { t } = useTranslation('first-steps')
  const errorMessage = useErrorMessage()
  if (!error) return { failure: undefined, wantsKey: false }
  if (!(error instanceof NotConnected)) return { failure: errorMessage(error).sentence, wantsKey: false }
  return { failure: t(`address.${error.why}`), wantsKey: error.why === 'key' }
}
