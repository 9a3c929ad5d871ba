import { useState, type ReactNode } from 'react'
import { issuesOf, useErrorMessage } from '#lib/problem.ts'
import { DialogBody, DialogForm, FormFoot } from '#ui/dialog.tsx'
import { Problem } from '#ui/states.tsx'
import { isConflict } from '#features/items/index.ts'
import { useTestProvider } from './api.ts'
import { ProviderFields } from './provider-fields.tsx'
import { Tested } from './tested.tsx'
import { testedOf, wrongWith, type Typed } from './values.ts'

interface ProviderFormProps {
  typed: Typed
  onChange: (typed: Typed) => void
  /** The provider being edited: its kind is fixed, and its stored key is used for tests. */
  stored?: { id: number; hasKey: boolean } | undefined
  verb: string
  change: { isPending: boolean; error: Error | null }
  onSubmit: () => void
  onCancel: () => void
  children?: ReactNode
}

/** Form of a provider; it can be tested before saving. Keeps the input when saving fails. */
export function ProviderForm({ typed, onChange, stored, verb, change, ...on }: ProviderFormProps) {
  const errorMessage = useErrorMessage()
  const [tried, setTried] = useState(false)
  const test = useTestProvider()
  const wrong = wrongWith(typed)
  const issues = issuesOf(change.error ?? test.error)
  const isRight = Object.keys(wrong).length === 0
  const submit = () => {
    setTried(true)
    if (isRight && !change.isPending) on.onSubmit()
  }
  const tryIt = () => {
    setTried(true)
    if (wrong.addresses === undefined && !test.isPending) test.mutate(testedOf(typed, stored?.id))
  }
  const failure = change.error ?? test.error
  return (
    <DialogForm onSubmit={submit}>
      <DialogBody>
        <ProviderFields
          typed={typed}
          stored={stored}
          wrong={tried ? wrong : {}}
          issues={issues}
          onChange={(some) => {
            // Discards the test result: it belongs to other addresses.
            if ('addresses' in some || 'kind' in some || 'apiKey' in some) test.reset()
            onChange({ ...typed, ...some })
          }}
        >
          <Tested busy={test.isPending} found={test.data} onTry={tryIt} />
        </ProviderFields>
        {on.children}
        {failure && Object.keys(issues).length === 0 && !isConflict(failure) && (
          <Problem>{errorMessage(failure).sentence}</Problem>
        )}
      </DialogBody>
      <FormFoot verb={verb} busy={change.isPending} onCancel={on.onCancel} />
    </DialogForm>
  )
}
