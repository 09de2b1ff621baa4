import { useLocation } from 'preact-iso';

interface Props {
  readonly label: string;
  readonly tabs: readonly (readonly [address: string, text: string])[];
}

/** The screens of one subject, side by side. */
export function Tabs({ label, tabs }: Props) {
  const { path } = useLocation();
  return (
    <nav class="tabs" aria-label={label}>
      {tabs.map(([address, text]) => (
        <a key={address} href={address} aria-current={path === address ? 'page' : undefined}>
          {text}
        </a>
      ))}
    </nav>
  );
}
