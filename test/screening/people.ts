// Common names of five origins, in Latin letters as papers write them, of which people are invented.

const given = {
  spanish:
    'Maria Jose Carmen Antonio Ana Manuel Laura Francisco Lucia David Marta Juan Paula Javier Elena Daniel Sofia Carlos Isabel Jesus Raquel Alejandro Cristina Miguel Pilar Rafael Rosa Pedro Teresa Angel Beatriz Pablo Silvia Sergio Patricia Fernando Alba Jorge Irene Luis',
  arabic:
    'Mohammed Ahmed Ali Omar Hassan Hussein Ibrahim Khalid Mahmoud Mustafa Youssef Abdullah Abdulrahman Samir Tariq Walid Nasser Karim Rami Bilal Fatima Aisha Maryam Zainab Khadija Layla Nour Amina Huda Salma Rania Samira Yasmin Hanan Iman Noura Dalal Abeer Mona Sara',
  slavic:
    'Aleksandr Dmitri Sergei Andrei Aleksei Ivan Mikhail Nikolai Vladimir Pavel Oleg Igor Viktor Yuri Anton Roman Denis Evgeny Maksim Konstantin Olga Elena Tatiana Irina Natalia Svetlana Anna Maria Ekaterina Yulia Marina Ludmila Galina Oksana Daria Vera Nadezhda Ksenia Alina Anastasia',
  chinese:
    'Wei Fang Na Min Jing Lei Qiang Jun Yang Yong Yan Jie Tao Ming Chao Xiaoming Xiuying Guiying Hui Ping Gang Xin Bo Bin Yu Ting Xia Hong Lin Hao Zhiqiang Jianguo Jianhua Xiaohong Lihua Haiyan Wenjie Yuchen Zihan Mingyu',
  english:
    'James John Robert Michael William David Richard Joseph Thomas Charles Mary Patricia Jennifer Linda Elizabeth Barbara Susan Jessica Sarah Karen Daniel Matthew Anthony Mark Paul Steven Andrew Emma Olivia Amelia Charlotte Grace Harry Oliver George Jack Emily Lucy Sophie Hannah',
};

const family = {
  spanish:
    'Garcia Gonzalez Rodriguez Fernandez Lopez Martinez Sanchez Perez Gomez Martin Jimenez Ruiz Hernandez Diaz Moreno Alvarez Muñoz Romero Alonso Gutierrez Navarro Torres Dominguez Vazquez Ramos Gil Ramirez Serrano Blanco Molina Morales Suarez Ortega Delgado Castro Ortiz Rubio Marin Sanz Iglesias',
  arabic:
    'Hassan Ibrahim Khalil Mansour Saleh Hamdan Al-Masri Al-Ahmad Haddad Khoury Nasser Awad Qasim Jaber Al-Shami Al-Najjar Darwish Othman Suleiman Yousef Al-Hashimi Al-Omari Shahin Barakat Saeed Hamad Al-Qahtani Al-Harbi Al-Zahrani Bakr Farouk Gamal Mahfouz Rashid Tawfiq Zaki Aziz Kamal Fahmy Sabbagh',
  slavic:
    'Ivanov Smirnov Kuznetsov Popov Vasiliev Petrov Sokolov Mikhailov Novikov Fedorov Morozov Volkov Alekseev Lebedev Semenov Egorov Pavlov Kozlov Stepanov Nikolaev Orlov Andreev Makarov Nikitin Zakharov Shevchenko Kovalenko Bondarenko Tkachenko Kravchenko Nowak Kowalski Novotny Dvorak Horvat Petrovic Jovanovic Dimitrov Georgiev Stoyanov',
  chinese:
    'Wang Li Zhang Liu Chen Yang Huang Zhao Wu Zhou Xu Sun Ma Zhu Hu Guo He Lin Gao Luo Zheng Liang Xie Song Tang Han Feng Deng Cao Peng Zeng Xiao Tian Dong Pan Yuan Cai Jiang Yu Du',
  english:
    'Smith Jones Taylor Brown Williams Wilson Johnson Davies Robinson Wright Thompson Evans Walker White Roberts Green Hall Wood Jackson Clarke Harris Lewis Cooper King Baker Turner Hill Ward Moore Carter Parker Bennett Cook Bailey Mitchell Edwards Collins Stewart Murphy Kelly',
};

const middles = { spanish: 0.5, arabic: 0.7, slavic: 0, chinese: 0, english: 0.6 };
const countries = { spanish: 'ES', arabic: 'EG', slavic: 'RU', chinese: 'CN', english: 'GB' };

export const origins = ['spanish', 'arabic', 'slavic', 'chinese', 'english'] as const;
export type Origin = (typeof origins)[number];

/** The same numbers each time (a linear congruential generator, Numerical Recipes). */
const numbers = (seed: number) => () => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return seed / 2 ** 32;
};

/** So many people of an origin, the same each time: a Spaniard has two last names, others may have two given names. */
export const inventedPeople = (origin: Origin, count: number) => {
  const random = numbers(origins.indexOf(origin) + 1);
  const one = (words: string) => {
    const all = words.split(' ');
    return all[Math.floor(random() * all.length)] ?? '';
  };
  return Array.from({ length: count }, (_, id) => ({
    ...{ id: `${origin}-${id}`, type: 'person' as const, nationality: countries[origin], country: countries[origin] },
    names: [
      [
        one(given[origin]),
        ...(random() < middles[origin] ? [one(given[origin])] : []),
        one(family[origin]),
        ...(origin === 'spanish' ? [one(family[origin])] : []),
      ].join(' '),
    ],
    birth_date: new Date(Date.UTC(1945 + random() * 60, random() * 12, 1 + random() * 28)).toISOString().slice(0, 10),
  }));
};
