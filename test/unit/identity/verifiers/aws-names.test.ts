import assert from 'node:assert/strict';
import { agreementOf } from '../../../../functions/identity/verifiers/aws/names.ts';
import { describe, test } from '../../../helpers/tests.ts';

/** Whether given names and surname agree, of a zone as `LAST<<FIRST` and a profile as [first, last]. */
const agreement = (
  printed: string,
  first_name: string | null,
  last_name: string,
  isFull = false,
) => {
  const [last = '', first = ''] = printed.split('<<');
  const { first: given, last: surname } = agreementOf(
    { last, first, isFull },
    { first_name, middle_name: null, last_name },
  );
  return [given, surname];
};

describe('a name of a zone is that of a profile', () => {
  const spelled: readonly (readonly [zone: string, first: string, last: string])[] = [
    ['KING<<ADA', 'Ada', 'King'],
    ['MUELLER<<JOERG', 'Jörg', 'Müller'],
    ['MULLER<<JORG', 'Jörg', 'Müller'],
    ['MUXXLLER<<JOERG', 'Jörg', 'Müller'],
    ['STRASSE<<SOEREN<AAGE', 'Søren Åge', 'Straße'],
    ['MUNXXOZ<<INES', 'Inés', 'Muñoz'],
    ['OCONNOR<<MARY<ANN', 'Mary-Ann', 'O’Connor'],
    ['LESNIEWSKA<<LUCJA', 'Łucja', 'Leśniewska'],
    ['NGUYEN<<DUC', 'Đức', 'Nguyễn'],
    ['SHEVCHENKO<<YURII', 'Юрій', 'Шевченко'],
    ['HRYHORENKO<<OLHA', 'Ольга', 'Григоренко'],
    ['CHAIKOVSKII<<PETR', 'Пётр', 'Чайковский'],
    ['DE<LA<CRUZ<<JUAN', 'Juan', 'de la Cruz'],
    ['KING<<AUGUSTA<ADA', 'Ada', 'King'],
    ['O<BRIEN<<CONOR', 'Conor', 'O’Brien'],
    ['VANDERBERG<<JAN', 'Jan', 'van der Berg'],
    ['DJOKOVIC<<NOVAK', 'Novak', 'Đoković'],
    ['DOKOVIC<<NOVAK', 'Novak', 'Đoković'],
    ['OBRIEN<<CONOR', 'Conor', 'O Brien'],
    ['D<ANGELO<<MARCO', 'Marco', 'D’Angelo'],
    ['VANDER<BERG<<JAN', 'Jan', 'van der Berg'],
    ['VAN<DER<BERG<<JAN', 'Jan', 'Vanderberg'],
    ['VONDERLEYEN<<UXXRSULA', 'Ürsula', 'von der Leyen'],
    ['DELACRUZ<<JUANCARLOS', 'Juan Carlos', 'de la Cruz'],
    ['MC<DONALD<<JEAN<PIERRE', 'Jeanpierre', 'McDonald'],
    ['MCDONALD<<JEANPIERRE', 'Jean-Pierre', 'Mc Donald'],
    ['GROSS<<KAETHE', 'Käthe', 'Groß'],
    ['OEDEGAARD<<HAAKON', 'Håkon', 'Ødegaard'],
    ['AERTS<VANDEN<BOSCH<<LUC', 'Luc', 'Ærts van den Bosch'],
    ['BIN<LADEN<<ABD<AL<RAHMAN', 'Abd al-Rahman', 'bin Laden'],
    ['BINLADEN<<ABDALRAHMAN', 'Abd al-Rahman', 'bin Laden'],
    ['DJURIC<<DJORDJE', 'Đorđe', 'Đurić'],
  ];
  for (const [zone, first, last] of spelled)
    test(`${first} ${last} as ${zone}`, () =>
      assert.deepEqual(agreement(zone, first, last), [true, true]));

  test('with one name only', () =>
    assert.deepEqual(agreement('SUHARTO', null, 'Suharto'), [true, true]));

  test('of which a full zone has no more than the beginning', () => {
    const zone = 'PAPANDROPOULOUS<<JONATHON<ALEC<THEOPHILU';
    const [first, last] = ['Jonathon Alec Theophilus Bartholomew', 'Papandropoulous'];
    assert.deepEqual(agreement(zone, first, last, true), [true, true]);
    assert.deepEqual(agreement(zone, first, last), [null, true], 'no cut, no excuse');
    assert.deepEqual(
      agreement(
        'NILAVADHANANANDADEJTHAMRONGKRASUANGARANG',
        'Chayapa',
        `${'Nilavadhanananda'}${'Dejthamrong'}${'Krasuangarangsan'}`,
        true,
      ),
      [null, true],
    );
  });
});

describe('a name of a zone is another', () => {
  for (const [zone, first, last, expected] of [
    ['BYRON<<ADA', 'Ada', 'King', [true, false]],
    ['KING<<EVA', 'Ada', 'King', [false, true]],
    ['KINGSLEY<<ADAM', 'Ada', 'King', [false, false]],
    ['MULER<<JORG', 'Jörg', 'Müller', [true, false]],
    ['OBRIAN<<CONOR', 'Conor', 'O’Brien', [true, false]],
    ['O<BRIAN<<CONOR', 'Conor', 'O’Brien', [true, false]],
    ['BRIENO<<CONOR', 'Conor', 'O’Brien', [true, false]],
    ['BRIEN<O<<CONOR', 'Conor', 'O’Brien', [true, false]],
    ['VANDERBURG<<JAN', 'Jan', 'van der Berg', [true, false]],
    ['VANDENBERG<<JAN', 'Jan', 'van der Berg', [true, false]],
    ['BERGVANDER<<JAN', 'Jan', 'van der Berg', [true, false]],
    ['JOKOVIC<<NOVAK', 'Novak', 'Đoković', [true, false]],
    ['DJJOKOVIC<<NOVAK', 'Novak', 'Đoković', [true, false]],
    ['GROS<<KATHE', 'Käthe', 'Groß', [true, false]],
    ['KING<<ADAMARIE', 'Ada Maria', 'King', [false, true]],
  ] as const)
    test(`${first} ${last} as ${zone}`, () =>
      assert.deepEqual(agreement(zone, first, last), expected));

  test('in a full zone too', () =>
    assert.deepEqual(
      agreement('PAPANDROPOULOUS<<JONATHON<ALEC<THEOPHILU', 'Peter', 'Papadopoulos', true),
      [false, false],
    ));
});

describe('it cannot be decided', () => {
  for (const [zone, first, last, expected] of [
    ['GARCIA<<ANA', 'Ana', 'García Márquez', [true, null]],
    ['GARCIA<MARQUEZ<<ANA', 'Ana', 'García', [true, null]],
    ['ADA<<KING', 'Ada', 'King', [null, null]],
    ['WANG<<XIAOMING', '小明', '王', [null, null]],
    ['KING<<ADA', 'Ada Maria', 'King', [null, true]],
    ['DERBERG<<JAN', 'Jan', 'van der Berg', [true, null]],
    ['VANDERBERG<MEYER<<JAN', 'Jan', 'van der Berg', [true, null]],
    ['CONOR<<O<BRIEN', 'Conor', 'O’Brien', [null, null]],
  ] as const)
    test(`${first} ${last} as ${zone}`, () =>
      assert.deepEqual(agreement(zone, first, last), expected));

  test('a hostile name costs no more than its letters', () =>
    assert.deepEqual(agreement('A'.repeat(39), 'Ada', 'Å'.repeat(100)), [false, false]));
});
