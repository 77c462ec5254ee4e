import { useResource } from '../../api/use-read.ts';
import { Go } from '../../ui/values.tsx';
import { cardName } from './cards.tsx';

/** A card by its brand and last four digits; by its ID until they are read. */
export const CardLink = ({ id }: { readonly id: string }) => {
  const { data } = useResource('card', id);
  return (
    <Go to={`/cards/${id}`}>
      <span title={id}>{data ? cardName(data) : id}</span>
    </Go>
  );
};
