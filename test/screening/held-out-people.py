# Prints invented people as JSON: names of the package Faker, whose lists of names are by others, with a seed. Names in Han and Hangul
# have beside them what other packages make of them in Latin letters.
import json
import sys

from faker import Faker
from hangul_romanize import Transliter
from hangul_romanize.rule import academic
from pypinyin import lazy_pinyin

seed, count = int(sys.argv[1]), int(sys.argv[2])
# The language of Faker, the country, and how the name is written where that is not below.
origins = {
    "spanish": ("es_ES", "ES", "{0} {1} {2}"),
    "arabic": ("fr_DZ", "DZ", "{0} {1}"),
    "slavic": ("pl_PL", "PL", "{0} {1}"),
    "croatian": ("hr_HR", "HR", "{0} {1}"),
    "han": ("zh_CN", "CN", None),
    "english": ("en_GB", "GB", "{0} {1}"),
    "korean": ("ko_KR", "KR", None),
    "japanese": ("ja_JP", "JP", None),
    "hindi": ("hi_IN", "IN", "{0} {1}"),
    "gujarati": ("gu_IN", "IN", "{0} {1}"),
    "bengali": ("bn_BD", "BD", "{0} {1}"),
    "tamil": ("ta_IN", "IN", "{0} {1}"),
    "cyrillic": ("ru_RU", "RU", "{0} {1}"),
    "arabic letters": ("ar_AA", "EG", "{0} {1}"),
}

def japanese(fake):
    (surname, _, surname_in_latin), (given, _, given_in_latin) = fake.last_name_pair(), fake.first_name_pair()
    return surname + given, surname_in_latin + " " + given_in_latin


def korean(fake):
    surname, given = fake.last_name(), fake.first_name()
    latin = Transliter(academic).translit
    return surname + given, latin(surname) + " " + latin(given)


def chinese(fake):
    surname, given = fake.last_name(), fake.first_name()
    latin = "".join(lazy_pinyin(surname, v_to_u=False)) + " " + "".join(lazy_pinyin(given, v_to_u=False))
    return surname + given, latin


pairs = {"zh_CN": chinese, "ja_JP": japanese, "ko_KR": korean}
people = {}
for at, (origin, (language, country, form)) in enumerate(origins.items()):
    fake = Faker(language)
    fake.seed_instance(seed + at)
    made = pairs.get(language, lambda one: (form.format(one.first_name(), one.last_name(), one.last_name()), None))
    names = [made(fake) for _ in range(count)]
    people[origin] = {"country": country, "names": names}
print(json.dumps(people, ensure_ascii=False))
