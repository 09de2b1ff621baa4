interface Props {
  readonly ids: readonly string[];
  readonly named: readonly { readonly id: string; readonly name: string }[];
  /** Where each of them has its screen. */
  readonly addressOf: (id: string) => string;
}

/** Resources that another one names by their ids. */
export function NamedLinks({ ids, named, addressOf }: Props) {
  const names = new Map(named.map(({ id, name }) => [id, name]));
  return (
    <ul class="codes">
      {ids.map((id) => (
        <li key={id}>
          <a href={addressOf(id)} dir="auto">
            {names.get(id) ?? id}
          </a>
        </li>
      ))}
    </ul>
  );
}
