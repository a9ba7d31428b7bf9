import { useEnvironment } from '#src/config/environment-context.ts'
import { BidiText } from '#src/ui/BidiText.tsx'

/**
 * Says why a pet that was entered for an address which the environment no longer has can only be
 * discarded.
 */
export function OldAddressNote({ address, wasSent }: { address: string; wasSent: boolean }) {
  const { name: environmentName } = useEnvironment()
  return (
    <p>
      {wasSent ? 'Sent to' : 'Entered for'} <BidiText text={address} />. {environmentName} has another address
      now, so it cannot be {wasSent ? 'checked' : 'sent'} here.
    </p>
  )
}
