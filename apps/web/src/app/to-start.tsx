import { Navigate } from 'react-router'

/** An address that has no page leads to the start page: unknown ones, `/share`, `/errors`, and pages that are not built. */
export function ToStart() {
  return <Navigate to="/" replace />
}
